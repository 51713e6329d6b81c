import { connect } from 'node:net';

/** A place to connect to. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** Whether something accepts connections there, within 2 s. */
export function portOpens({ host, port }: Host): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.setTimeout(2000, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
