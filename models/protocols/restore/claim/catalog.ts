/** Shared by the claim designs of all backends: tables, backups, and which restores conflict. */

/** What the restores share. */
export interface Sharing {
  readonly nameOf: (restore: number) => number;
  readonly backupOf: (restore: number) => number;
}

export const sharings = {
  /** All restores use one backup and one name; the name is reused after its target is removed. */
  'one-name': { nameOf: () => 0, backupOf: () => 0 },
  /** All restores use one backup, each with its own name. */
  'two-names': { nameOf: (restore) => restore, backupOf: () => 0 },
  /** Each restore has its own backup; all use one name. */
  'two-backups': { nameOf: () => 0, backupOf: (restore) => restore },
} satisfies { [name: string]: Sharing };

interface Backup {
  readonly status: string;
  readonly data: string;
}

/** A table by its id. The id of a restore target is the number of the restore that registers it. */
interface Table {
  readonly status: string;
  readonly batches: readonly string[];
}

export interface Catalog extends Sharing {
  readonly backups: readonly Backup[];
  readonly targets: readonly Table[];
}

export const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

export const backupsOf = ({ backupOf }: Sharing, restores: number): number =>
  1 + Math.max(...numbersTo(restores).map(backupOf));

/** Ids of the targets that have, or may get, the name of this restore. */
export const idsOfName = ({ nameOf }: Sharing, restores: number, restore: number): number[] =>
  numbersTo(restores).filter((id) => nameOf(id) === nameOf(restore));

/** Ids of the targets that are created from this backup. */
export const idsOfBackup = ({ backupOf }: Sharing, restores: number, backup: number): number[] =>
  numbersTo(restores).filter((id) => backupOf(id) === backup);
