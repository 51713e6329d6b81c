import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cameraWords as words } from './camera-strings.ts';
import { openCamera } from './camera.ts';

/** The picture of the camera for as long as it is rendered. @param onCode gets each code that is held into it. */
export function CameraView({ onCode }: { readonly onCode: (code: string) => void }): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [state, setState] = useState<'opening' | 'open'>('opening');
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    const ending = new AbortController();
    const open = async (element: HTMLVideoElement): Promise<void> => {
      try {
        await openCamera(element, (code) => latest.current(code), ending.signal);
        setState('open');
      } catch (error) {
        if (!ending.signal.aborted) setFault(error instanceof Error ? error.message : words.failed);
      }
    };
    if (video.current) void open(video.current);
    return () => ending.abort();
  }, []);
  if (fault !== undefined)
    return (
      <p className="notice" data-kind="error" role="alert">
        {fault}
      </p>
    );
  return (
    <div className="camera">
      <video ref={video} muted playsInline aria-label={words.picture} />
      <p className="quiet" role="status">
        {state === 'open' ? words.hint : words.opening}
      </p>
    </div>
  );
}
