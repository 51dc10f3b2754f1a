/**
 * The parts of a region in which a fair run can stay for ever. A run may also stop wherever no fair step is enabled, even if unfair
 * steps are. So a single state can be such a part, and a terminal state always is one.
 */
import { Components } from './components.ts';
import type { Account } from './groups.ts';
import type { Region } from './region.ts';

/**
 * All fair components, by node numbers. Where strongly fair groups starve, the states that enable them are removed and the rest is
 * split again.
 */
export function fairComponents(region: Region): number[][] {
  const components = new Components(region);
  const fair: number[][] = [];
  const { groups } = region;
  const inside = new Uint8Array(region.size);
  const examine = (component: number[]): void => {
    // Most components are a single state without a self-loop: there a run can only stop.
    if (component.length === 1 && !hasLoop(region, component[0]!)) {
      if (canStop(region, component[0]!)) fair.push(component);
      return;
    }
    const account = accountOf(region, component, inside);
    if (groups.starvedWeakly(account).some((word) => word !== 0)) return;
    const starving = groups.starvedStrongly(account);
    if (starving.every((word) => word === 0)) {
      fair.push(component);
      return;
    }
    components.of(
      component.filter((node) => starving.every((word, at) => (word & region.enabledAt(node, at)) === 0)),
      examine,
    );
  };
  components.of(everyNode(region.size), examine);
  return fair;
}

/** Whether a fair run can stop here: no fair group is enabled. */
export function canStop(region: Region, node: number): boolean {
  const { words, weak, strong } = region.groups;
  for (let word = 0; word < words; word++) {
    if ((region.enabledAt(node, word) & (weak[word]! | strong[word]!)) !== 0) return false;
  }
  return true;
}

function hasLoop(region: Region, node: number): boolean {
  const end = region.firstEdge(node + 1);
  for (let edge = region.firstEdge(node); edge < end; edge++) if (region.target(edge) === node) return true;
  return false;
}

function* everyNode(size: number): Iterable<number> {
  for (let node = 0; node < size; node++) yield node;
}

/** `inside` is scratch memory: all 0 before and after the call. */
function accountOf(region: Region, component: readonly number[], inside: Uint8Array): Account {
  const { groups } = region;
  const everywhere = new Int32Array(groups.words).fill(-1);
  const somewhere = new Int32Array(groups.words);
  const taken = new Int32Array(groups.words);
  for (const node of component) inside[node] = 1;
  for (const node of component) {
    for (let word = 0; word < groups.words; word++) {
      everywhere[word]! &= region.enabledAt(node, word);
      somewhere[word]! |= region.enabledAt(node, word);
    }
    const end = region.firstEdge(node + 1);
    for (let edge = region.firstEdge(node); edge < end; edge++) {
      if (inside[region.target(edge)] === 1) groups.addTo(taken, region.step(edge));
    }
  }
  for (const node of component) inside[node] = 0;
  return { everywhere, somewhere, taken };
}
