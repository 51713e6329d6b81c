import type { MoveForScan, Origin } from '../../stock/domain/commands/command.ts';
import type { Refusal } from '../../stock/domain/refusal.ts';

/** What was answered to the command of a scan. It stands for good: the same command again moves nothing. */
export interface ScanAnswer {
  readonly scanId: string;
  readonly commandId: string;
  /** Null where the movement is posted. */
  readonly refusal: Refusal | null;
  /** When it was answered first. */
  readonly at: Date;
}

/** An answer on its way out, whether it is new or was given before. */
export interface GivenAnswer {
  readonly answer: ScanAnswer;
  readonly isNew: boolean;
  readonly origin: Origin;
}

export interface ScanAnswers {
  readonly known: Map<string, ScanAnswer>;
  /** In the order of their commands, repeated ones too. */
  readonly given: GivenAnswer[];
}

/** Finds the answer to a scan's command that came before; it is given again. */
export function givenBefore({ known, given }: ScanAnswers, { scanId, origin }: MoveForScan): boolean {
  const answer = known.get(scanId);
  if (!answer) return false;
  given.push({ answer, isNew: false, origin });
  return true;
}

/** Answers a scan's command, once and for all. */
export function giveAnswer(answers: ScanAnswers, { scanId, commandId, origin }: MoveForScan, refusal: Refusal | null): void {
  const answer = { scanId, commandId, refusal, at: origin.at };
  answers.known.set(scanId, answer);
  answers.given.push({ answer, isNew: true, origin });
}
