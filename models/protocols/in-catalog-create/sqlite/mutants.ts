/** Bugs planted in the rules, each with what it must break. */
import type { Mutant } from '../../../language/entry.ts';
import { catalogue } from '../../mutants.ts';
import type { Rules } from './rules.ts';

const window = 'catalog-index/sqlite-abandoned-create-window';

export const mutants: { readonly [id: string]: Mutant<Rules> } = {
  'scan-waits-for-tasks': {
    title: 'the scan removes nothing while any slot is taken',
    change: { goesOnBesideTasks: false },
    variant: 'copies-hang',
    finding: 'catalog-index/sqlite-slot-liveness',
    expect: { breaks: ['L1 of backup 0'] },
  },
  'scan-in-three-steps': {
    title: 'the scan reads the rows, then the slots, and deletes by id',
    change: { scan: 'three steps' },
    finding: window,
    expect: { breaks: ['S11', 'S11-kept'] },
  },
  'slots-read-before-the-write': {
    title: 'the scan reads the slots before its write transaction, which asks for CREATING',
    change: { scan: 'slots first, then one write' },
    finding: window,
    expect: { breaks: ['S11'] },
  },
  'scan-ignores-slots': {
    title: 'the scan removes every CREATING row',
    change: { asksForFreeSlot: false },
    finding: window,
    expect: { breaks: ['S11'] },
  },
  'scan-ignores-status': {
    title: 'the scan removes every row whose slot is free',
    change: { asksForCreating: false },
    finding: window,
    expect: { breaks: ['S11', 'S11-kept'] },
  },
  'scan-leaves-items': {
    title: 'the scan removes the row and leaves the items',
    change: { takesItemsAlong: false },
    finding: window,
    expect: { breaks: ['rest'] },
  },
  'slot-after-the-row': {
    title: 'the slot is taken after the row has committed',
    change: { takesSlot: 'after its row' },
    finding: 'catalog-index/claim-sqlite',
    expect: { breaks: ['S11'] },
  },
  'slot-freed-before-available': {
    title: 'the slot is freed before AVAILABLE is written',
    change: { freesSlot: 'before AVAILABLE' },
    finding: window,
    expect: { breaks: ['S11'] },
  },
  'no-drop-guard': {
    ...catalogue['no-drop-guard'],
    change: { hasDropGuard: false },
    expect: { breaks: ['slot', 'L1 of backup 0'] },
  },
  'snapshot-after-the-row': {
    title: 'the read snapshot is opened after the transaction that copied the definition',
    change: { opensSnapshot: 'after the row has committed' },
    expect: { breaks: ['snapshot'] },
  },
  'delete-of-creating': {
    title: 'DeleteBackup removes a CREATING backup under its task',
    change: { deletes: (status) => status !== 'absent' },
    expect: { breaks: ['rest'] },
  },
  'hung-task-keeps-its-slot': {
    title: 'a task that hangs for ever keeps its slot, so its backup stays CREATING until a restart',
    change: { tasksGoOn: false },
    finding: window,
    isHole: true,
    expect: { breaks: ['L1 of backup 0'] },
  },
};
