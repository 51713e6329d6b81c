import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Everything that came, byte for byte. */
  readonly raw: string;
}

/** Sends bytes as they are over a new connection, and reads until the server closes it or `quietMs` pass without a byte. */
export async function rawExchange(port: number, request: string | Buffer, quietMs = 1_000): Promise<RawAnswer> {
  const text = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
  return parse(text);
}

function parse(raw: string): RawAnswer {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text: rest.join('\r\n\r\n'), raw };
}
