/** Findings that no policy reproduces, and why. */
export interface UncoveredFindings {
  readonly reason: string;
  /** Catalogue ids. */
  readonly findings: readonly string[];
}
