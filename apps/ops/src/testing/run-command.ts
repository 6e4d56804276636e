import { vi } from 'vitest';
import { runOps } from '../main.ts';

export interface Outcome {
  readonly code: number;
  readonly printed: string;
}

/** Runs one operator's command in this process, and gives its exit code and what it printed. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  const lines: string[] = [];
  const spies = (['log', 'error'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(String(line))),
  );
  const code = await runOps([...args], env).finally(() => spies.forEach((spy) => spy.mockRestore()));
  return { code, printed: lines.join('\n') };
}
