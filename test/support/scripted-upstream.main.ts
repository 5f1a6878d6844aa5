import { ScriptedUpstream } from './scripted-upstream';

/** node -r ./test/support/typescript.cjs test/support/scripted-upstream.main.ts [port] */
async function main(): Promise<void> {
  const { url } = await new ScriptedUpstream().listen(Number(process.argv[2] ?? 0));
  console.log(`scripted upstream on ${url}`);
}

void main();
