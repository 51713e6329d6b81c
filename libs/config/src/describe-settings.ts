import { z } from 'zod';

/** One variable, for the reference. */
export interface SettingDescription {
  readonly name: string;
  readonly meaning: string;
  /** What holds where it is not set, as it would be written; undefined where it has to be set. */
  readonly fallback: string | undefined;
}

/**
 * What a process reads from its environment, in the order of its schema.
 *
 * @param schema the object schema that the process parses its environment by.
 * @throws Error where it is no such schema, or naming the variable that is not described.
 */
export function describeSettings(schema: unknown): readonly SettingDescription[] {
  if (!(schema instanceof z.ZodObject)) throw new Error('The schema of the settings is not an object of zod');
  return Object.entries(schema.shape).map(([name, setting]) => {
    const meaning = z.globalRegistry.get(setting)?.description;
    if (meaning === undefined) throw new Error(`${name} is not described`);
    const unset = setting instanceof z.ZodType ? setting.safeParse(undefined) : { success: false as const };
    return { name, meaning, fallback: unset.success ? written(unset.data) : undefined };
  });
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
