import type { z } from 'zod';

/**
 * Reads a process's settings once, at its start.
 *
 * @returns the settings, frozen.
 * @throws ConfigError naming every bad variable at once, never its value: the message is logged.
 */
export function parseEnv<Schema extends z.ZodType>(schema: Schema, env: NodeJS.ProcessEnv): Readonly<z.output<Schema>> {
  // An empty variable is how a shell or a compose file says "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw new ConfigError(describe(parsed.error));
  return Object.freeze(parsed.data);
}

/** Settings that are missing or wrong. Its message has one line for each bad variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.') || '(settings)'}: ${issue.message}`);
  return ['Bad configuration:', ...lines].join('\n');
}
