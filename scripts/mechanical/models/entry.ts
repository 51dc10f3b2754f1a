/** What a program with mutants of the protocols exports. */
export { models } from '../../../models/index.ts';
export { upTo } from '../../../models/language/domains.ts';
export { Model } from '../../../models/language/model.ts';
export { Recorder } from '../../../models/language/state/recorder.ts';
