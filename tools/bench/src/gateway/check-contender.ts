import type { Contender } from './contender.ts';

/**
 * Sees to it that what is compared does the same: it answers who brings the key, and refuses another one where it asks for one.
 *
 * @throws Error if it does not.
 */
export async function checkContender({ name, port, asksForKey }: Contender, key: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/v1/inventory/MUG-1`;
  const statusFor = async (text: string): Promise<number> => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${text}` } });
    await response.body?.cancel();
    return response.status;
  };
  const [given, another] = [await statusFor(key), await statusFor(`${key.slice(0, -1)}_`)];
  const expected = asksForKey ? 401 : 200;
  if (given !== 200 || another !== expected)
    throw new Error(`${name} answered ${given} to the key and ${another} to another; it should be 200 and ${expected}`);
}
