import { catalogue } from '../../language/catalogue.ts';

/** The texts of the camera that reads barcodes. */
export const cameraWords = catalogue('camera', {
  picture: 'Picture of the camera',
  opening: 'Opening the camera…',
  hint: 'Hold a code into the picture. It is recorded once for as long as it stays there.',
  insecure: 'The camera needs https or localhost.',
  refused: 'The camera is blocked. Allow it for this site in the settings of the browser.',
  none: 'This device has no camera.',
  busy: 'The camera is in use by another program.',
  failed: 'The camera cannot be opened.',
});
