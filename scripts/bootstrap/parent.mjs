/**
 * Ends this process as SIGTERM does once the parent is dead. npm hands SIGTERM and Ctrl-C on to what it runs, but nobody hands on a
 * kill -9 of npm itself: without this, what it ran would live on unseen.
 * @param {number} parent the process that started this one and stays for as long as it runs. Where another one did (a shell
 *   that goes away after `nohup node … &`), nothing is watched.
 * @param {number} [everyMs]
 */
export function endWithParent(parent, everyMs = 500) {
  if (process.ppid !== parent) return;
  const watch = setInterval(() => {
    // Whoever adopts orphans here (1, systemd, a shell of a container), it is another one.
    if (process.ppid === parent) return;
    clearInterval(watch);
    console.error('npm was killed, so this ends too.');
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  watch.unref();
}
