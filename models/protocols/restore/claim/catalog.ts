/** What the claim designs of all backends have in common: tables, backups, and which restores get into each other's way. */

/** Which restores share what. */
export interface Sharing {
  readonly nameOf: (restore: number) => number;
  readonly backupOf: (restore: number) => number;
}

export const sharings = {
  /** All restores take one backup into one name: a name is used again once its target is removed. */
  'one-name': { nameOf: () => 0, backupOf: () => 0 },
  /** All restores take one backup, each into a name of its own. */
  'two-names': { nameOf: (restore) => restore, backupOf: () => 0 },
  /** Each restore takes a backup of its own, all into one name. */
  'two-backups': { nameOf: () => 0, backupOf: (restore) => restore },
} satisfies { [name: string]: Sharing };

interface Backup {
  readonly status: string;
  readonly data: string;
}

/** A table by its id; of a restore target the id is the number of the restore that registers it. */
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

/** Ids of the targets that hold the name of this restore or may come to hold it. */
export const idsOfName = ({ nameOf }: Sharing, restores: number, restore: number): number[] =>
  numbersTo(restores).filter((id) => nameOf(id) === nameOf(restore));

/** Ids of the targets that are made from this backup. */
export const idsOfBackup = ({ backupOf }: Sharing, restores: number, backup: number): number[] =>
  numbersTo(restores).filter((id) => backupOf(id) === backup);
