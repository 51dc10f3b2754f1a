#!/usr/bin/env node
// Plain JavaScript with old syntax, since it must run on a Node that is too old for the rest, and say so.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `parallax needs Node 20.19 or newer; this is ${process.versions.node}. Next: install a newer Node from nodejs.org.`,
  );
  process.exit(2);
}
// The SDK's notice about a future Node version is for the maintainers of Parallax; it would show in every report.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
const { load } = await import('./load.mjs');
const { main } = await load('scripts/parallax.ts');
process.exitCode = await main(process.argv.slice(2));
