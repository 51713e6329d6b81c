/** Why a command did nothing, in one line for whoever typed it. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
