import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// Real processes: npm runs a stand-in for scripts/start.mjs by the very words of package.json.
const root = join(import.meta.dirname, '../..');
const standIn = join(root, 'scripts/testing/child-of-npm.mjs');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<'start' | 'dev', string>;
};
let folder: string;
let output: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  output = '';
  folder = mkdtempSync(join(tmpdir(), 'brevia-npm-'));
  const start = scripts.start.replace('scripts/start.mjs', standIn);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
});
afterEach(() => {
  for (const { pid } of started.splice(0)) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // all of the group ended by themselves
    }
  }
  rmSync(folder, { recursive: true, force: true });
});

function run(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  started.push(child);
  return child;
}
/** Lets a shell that reads a line go on to its end. */
const ended = (shell: ChildProcess) => {
  shell.stdin?.end();
  return new Promise((resolve) => shell.once('exit', resolve));
};
const says = (text: string | RegExp) => vi.waitFor(() => expect(output).toMatch(text), { timeout: 20_000 });
const numbers = async () => {
  await says(/pid \d+ parent \d+/);
  const [, pid, parent] = /pid (\d+) parent (\d+)/.exec(output) ?? [];
  return { pid: Number(pid), parent: Number(parent) };
};

describe('what npm has started', () => {
  test('ends in order when npm is killed with -9, and not before', { timeout: 30_000 }, async () => {
    const npm = run('npm', ['start', '--silent']);
    const { parent } = await numbers();
    expect(parent, 'exec makes it the child of npm itself').toBe(npm.pid);
    expect(output).not.toContain('ended');
    process.kill(parent, 'SIGKILL');
    await says('npm was killed, so this ends too.');
    await says('ended in order');
  });

  test(
    'outlives the shell that started npm in the background (nohup, disown)',
    { timeout: 30_000 },
    async () => {
      const shell = run('sh', ['-c', 'nohup npm start --silent & read -r _']);
      const { pid, parent } = await numbers();
      await ended(shell);
      expect(output).not.toContain('ended');
      process.kill(pid, 0);
      process.kill(parent, 'SIGKILL');
      await says('ended in order');
    },
  );

  test('watches nobody where a shell started it and goes away', { timeout: 30_000 }, async () => {
    const shell = run('sh', ['-c', `nohup node ${standIn} --parent=${process.pid} & read -r _`]);
    expect(await numbers()).toMatchObject({ parent: shell.pid });
    await ended(shell);
    await says('goes on alone');
    expect(output).not.toContain('ended');
  });

  test('is told who npm is by npm start and npm run dev', () => {
    for (const words of [scripts.start, scripts.dev])
      expect(words).toMatch(/^exec node scripts\/start\.mjs --parent=\$PPID( |$)/);
  });
});
