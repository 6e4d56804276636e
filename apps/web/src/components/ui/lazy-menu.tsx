'use client';

import { cloneElement, useState, type ComponentType, type KeyboardEvent, type ReactElement } from 'react';

/** What a trigger must take: a button of ours or the browser's. */
type Trigger = ReactElement<{
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}>;

export type MenuComponent<Props> = ComponentType<Props & { trigger: ReactElement }>;

interface LazyProps<Props> {
  trigger: Trigger;
  /** Imports the menu; called again and again, so an `import()` that the bundler remembers. */
  load: () => Promise<MenuComponent<Props>>;
  props: Props;
}

/**
 * A button whose menu is fetched when it is first pointed at or focused: menus and what places them weigh 40 kB, and most
 * visits open none.
 */
export function LazyMenu<Props extends object>({ trigger, load, props }: LazyProps<Props>) {
  const [Menu, setMenu] = useState<MenuComponent<Props> | null>(null);
  if (Menu !== null) return <Menu {...props} trigger={trigger} />;
  const fetch = () => void load().catch(() => {});
  const open = () => void load().then((component) => setMenu(() => component));
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: open,
    onFocus: fetch,
    onPointerEnter: fetch,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  });
}
