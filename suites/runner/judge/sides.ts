/** Keeps what several targets have answered to the cases, so that answers to one step can stand side by side. */
import type { Json } from '../../../oracles/values/types.ts';
import type { Case } from '../../cases/case.ts';
import { stepAt } from '../../cases/leaf.ts';
import { outcomeJson, shownOutcome, type TargetTranscript } from './shown.ts';

export function answersOfSides(cases: readonly Case[]) {
  const subjects = new Map(cases.map((subject) => [subject.id, subject]));
  const transcripts = new Map<string, TargetTranscript>();
  return {
    onPlayed: (subject: Case, transcript: TargetTranscript): void =>
      void transcripts.set(`${subject.id} ${transcript.target}`, transcript),
    /** Undefined for a step that was not answered, or is none of the case, such as what an invariant has read. */
    answerOf: (caseId: string, target: string, step: string): Json | undefined => {
      const transcript = transcripts.get(`${caseId} ${target}`);
      const entry = transcript?.entries.find((one) => one.step === step && one.blockedBy === undefined);
      const subject = subjects.get(caseId);
      if (transcript === undefined || entry === undefined || subject === undefined) return undefined;
      return outcomeJson(shownOutcome(stepAt(subject, step), { ...transcript, entry }));
    },
  };
}
