#!/usr/bin/env node
// Plain JavaScript, since it must be able to say that the Node that runs it is too old for the rest.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `parallax needs Node 20.19 or newer; this is ${process.versions.node}. Next: install a newer Node from nodejs.org.`,
  );
  process.exit(2);
}
// The SDK's notice about a later Node concerns whoever maintains Parallax, and would stand in every report.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const { load } = await import('./load.mjs');
const { main } = await load('scripts/parallax.ts');
process.exitCode = await main(process.argv.slice(2));
