/**
 * Puts text on the clipboard. `navigator.clipboard` exists only on https and localhost; elsewhere (a box reached by its
 * address in a LAN) the older command does it.
 * @returns false where both are refused
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const holder = document.createElement('textarea');
  holder.value = text;
  holder.readOnly = true;
  holder.style.cssText = 'position:fixed;top:0;opacity:0';
  // Inside an open dialog: its focus trap takes the focus back from anything outside.
  const home = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  home.append(holder);
  holder.select();
  try {
    return document.execCommand('copy');
  } finally {
    holder.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
