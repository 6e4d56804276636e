import type { Locale } from '../locales.ts';
import { adminHealth } from './admin-health.ts';
import { adminUsers } from './admin-users.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { landing } from './landing.ts';
import { links } from './links.ts';
import { members } from './members.ts';
import { settings } from './settings.ts';

const english = {
  ...common.en,
  ...errors.en,
  ...landing.en,
  ...auth.en,
  ...links.en,
  ...analytics.en,
  ...settings.en,
  ...members.en,
  ...admin.en,
  ...adminUsers.en,
  ...adminHealth.en,
};

export type MessageKey = keyof typeof english;
export type Message<Key extends MessageKey> = (typeof english)[Key];
export type Messages = Readonly<Record<MessageKey, string>>;

export const MESSAGES: Readonly<Record<Locale, Messages>> = {
  en: english,
  fr: {
    ...common.fr,
    ...errors.fr,
    ...landing.fr,
    ...auth.fr,
    ...links.fr,
    ...analytics.fr,
    ...settings.fr,
    ...members.fr,
    ...admin.fr,
    ...adminUsers.fr,
    ...adminHealth.fr,
  },
};
