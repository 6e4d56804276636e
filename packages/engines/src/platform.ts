const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * RUN-1: embedded engines exist for Linux (glibc) and macOS on x64 and arm64.
 * Returns the word to tell the user, or null where everything can run.
 */
export function unsupportedPlatform(
  platform: string = process.platform,
  arch: string = process.arch,
  musl: boolean = platform === 'linux' && !hasGlibc(),
): string | null {
  if (platform === 'win32') {
    return 'Brevia runs on Windows inside WSL only: open a WSL shell, clone there and start again.';
  }
  if (!supported.includes(`${platform}-${arch}`)) {
    return `Brevia's embedded engines run on Linux and macOS, x64 and arm64; this is ${platform} on ${arch}.`;
  }
  if (musl) {
    return "Brevia's embedded engines need a Linux with glibc; this one has musl (Alpine). Use Debian, Ubuntu or Fedora.";
  }
  return null;
}

function hasGlibc(): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime !== undefined;
}
