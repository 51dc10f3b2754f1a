/** Findings that no policy re-creates, and why. */
export interface UncoveredFindings {
  readonly reason: string;
  /** Ids of the catalogue. */
  readonly findings: readonly string[];
}
