'use client';

import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

interface Props {
  trigger: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/** Menus hang in the page's main landmark: readers that move by landmarks find them there. */
const pageContent = () => (typeof document === 'undefined' ? null : document.getElementById('content'));

/** A menu that opens from its trigger; arrow keys, type-ahead and Escape work. It is loaded by `LazyMenu`, and open then. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: Props) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={pageContent()}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-high"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemStyle =
  'flex cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm outline-none select-none ' +
  'data-disabled:opacity-50 [&>svg]:size-4';
const plainStyle = 'text-ink data-highlighted:bg-subtle [&>svg]:text-faint';
const dangerStyle = 'text-danger data-highlighted:bg-danger-soft';

export function MenuItem({
  danger,
  className,
  ...rest
}: ComponentProps<typeof Radix.Item> & { danger?: boolean }) {
  return (
    <Radix.Item className={cn(itemStyle, danger === true ? dangerStyle : plainStyle, className)} {...rest} />
  );
}

export function MenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup {...props} />;
}

export function MenuRadioItem({ children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(itemStyle, plainStyle, 'justify-between')} {...rest}>
      <span className="flex items-center gap-2.5 [&>svg]:size-4 [&>svg]:text-faint">{children}</span>
      <Radix.ItemIndicator>
        <span className="block size-1.5 rounded-full bg-accent" />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-1.5 pb-1 text-xs text-faint">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
