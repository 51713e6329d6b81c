import { expect, test } from 'vitest';
import { readJavaVersion } from './kafka-jars.ts';

test.each([
  ['openjdk version "17.0.15" 2025-04-15', '17.0.15'],
  ['openjdk version "25" 2025-09-16', '25'],
  ['Picked up JAVA_TOOL_OPTIONS: -Dx\njava version "21.0.1" 2023-10-17 LTS', '21.0.1'],
  ['openjdk version "11.0.2" 2019-01-15', undefined],
  ['java version "1.8.0_202"', undefined],
  ['command not found', undefined],
])('%j is new enough for Kafka: %s', (output, version) => {
  expect(readJavaVersion(output)).toBe(version);
});
