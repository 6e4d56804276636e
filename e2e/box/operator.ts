import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm run ops -- …` beside a box and gives what it printed. @throws Error when it fails */
export function runOps(dataDir: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      'npm',
      ['run', '--silent', 'ops', '--', ...args],
      { cwd: root, env: { ...process.env, DATA_DIR: dataDir } },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`ops ${args.join(' ')}: ${stdout}${stderr}`, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}
