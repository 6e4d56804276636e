import { readJson } from './project.mjs';

/**
 * Says at once, before anything is downloaded, whether Brevia can run here: Linux (glibc) and macOS on x64 and arm64
 * are what the embedded engines are built for.
 * @param {{ platform: string, arch: string, nodeVersion: string, glibc: boolean, wanted: string }} machine
 * @returns {string | null} what is wrong, in one sentence with the way out, or null
 */
export function whyNot({ platform, arch, nodeVersion, glibc, wanted }) {
  if (olderThan(nodeVersion, wanted)) {
    return `Brevia needs Node.js ${wanted} or newer; this is ${nodeVersion}. See https://nodejs.org/en/download.`;
  }
  if (platform === 'win32') {
    return 'Brevia runs on Windows through WSL: open a WSL terminal (`wsl --install`) and run the same command there.';
  }
  if (platform !== 'linux' && platform !== 'darwin') {
    return `Brevia runs on Linux and macOS, not on ${platform}.`;
  }
  if (arch !== 'x64' && arch !== 'arm64') {
    return `Brevia runs on x64 and arm64 processors, not on ${arch}.`;
  }
  if (platform === 'linux' && !glibc) {
    return 'Brevia’s embedded engines are built for glibc; this Linux uses another C library (Alpine?). Use a Debian, Ubuntu or Fedora image.';
  }
  return null;
}

/** Ends the process with a clear word where Brevia can't run. */
export function checkMachine() {
  const wrong = whyNot({
    platform: process.platform,
    arch: process.arch,
    nodeVersion: process.versions.node,
    glibc: process.platform !== 'linux' || usesGlibc(),
    wanted: readJson('package.json').engines.node.replace('>=', ''),
  });
  if (wrong) {
    console.error(wrong);
    process.exit(1);
  }
}

function usesGlibc() {
  const report = /** @type {any} */ (process.report?.getReport());
  return Boolean(report?.header?.glibcVersionRuntime);
}

/** @param {string} version @param {string} wanted */
function olderThan(version, wanted) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}
