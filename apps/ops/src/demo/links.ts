import { seededRandom } from './random.ts';

const DAY_MS = 86_400_000;

/** A link of the demo, before it has a workspace and a code. */
export interface DemoLink {
  alias: string | null;
  longUrl: string;
  title: string;
  notes: string | null;
  tags: readonly string[];
  permanent: boolean;
  enabled: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  /** Where its clicks come from. */
  channel: Channel;
}

/** A way in which a link was spread. */
export type Channel = (typeof channels)[number]['name'];

const subjects = [
  ['Autumn catalogue', 'shop.example.com', 'catalogue/autumn'],
  ['Winter sale', 'shop.example.com', 'sale/winter'],
  ['Gift cards', 'shop.example.com', 'gift-cards'],
  ['Free returns explained', 'help.example.com', 'returns'],
  ['Size guide', 'help.example.com', 'sizes'],
  ['Running shoes, tested', 'blog.example.com', 'reviews/running-shoes'],
  ['How we measure our footprint', 'blog.example.com', 'footprint'],
  ['Meet the repair workshop', 'blog.example.com', 'repair-workshop'],
  ['Trail maps', 'outdoors.example.org', 'maps'],
  ['Marathon training plan', 'outdoors.example.org', 'training/marathon'],
  ['Night run registration', 'events.example.org', 'night-run'],
  ['Store opening in Lyon', 'events.example.org', 'lyon'],
  ['Open positions', 'jobs.example.com', 'openings'],
  ['Internship programme', 'jobs.example.com', 'internships'],
  ['Annual report', 'www.example.com', 'investors/annual-report'],
  ['Press kit', 'www.example.com', 'press'],
  ['Mobile app', 'app.example.com', 'download'],
  ['Customer survey', 'forms.example.net', 'survey'],
  ['Webinar: buying less, better', 'events.example.org', 'webinar'],
  ['Developer documentation', 'docs.example.com', 'api'],
] as const;

const channels = [
  { name: 'newsletter', title: 'newsletter', medium: 'email' },
  { name: 'instagram', title: 'Instagram', medium: 'social' },
  { name: 'facebook', title: 'Facebook', medium: 'social' },
  { name: 'x', title: 'X', medium: 'social' },
  { name: 'linkedin', title: 'LinkedIn', medium: 'social' },
  { name: 'youtube', title: 'YouTube', medium: 'video' },
  { name: 'search', title: 'search ad', medium: 'cpc' },
  { name: 'partner', title: 'partners', medium: 'referral' },
  { name: 'poster', title: 'poster with QR code', medium: 'print' },
  { name: 'support', title: 'support replies', medium: 'chat' },
] as const;

// prettier-ignore
const aliases = [
  'autumn', 'winter-sale', 'gift-cards', 'free-returns', 'sizes', 'shoes', 'footprint', 'repair', 'trails', 'marathon',
  'night-run', 'lyon', 'open-jobs', 'internships', 'report-2026', 'presskit', 'get-app', 'survey', 'webinar', 'devdocs',
];

/** The 200 links of the demo: 20 subjects spread in 10 ways, made over the last 120 days. */
export function demoLinks(now: number): DemoLink[] {
  const random = seededRandom(1);
  return channels.flatMap(({ name, title, medium }, channelIndex) =>
    subjects.map(([subject, host, path], subjectIndex): DemoLink => {
      const number = channelIndex * subjects.length + subjectIndex;
      const campaign = path.replaceAll('/', '-');
      return {
        alias: channelIndex === 0 ? (aliases[subjectIndex] ?? null) : null,
        longUrl: `https://${host}/${path}?utm_source=${name}&utm_medium=${medium}&utm_campaign=${campaign}`,
        title: `${subject} – ${title}`,
        notes:
          number % 9 === 4
            ? `Ask marketing before this one changes: it is printed or pinned (${title}).`
            : null,
        tags: [name, medium, host.split('.')[0] as string].filter((tag, at, all) => all.indexOf(tag) === at),
        createdAt: new Date(now - Math.floor((2 + random() * 118) * DAY_MS)),
        channel: name,
        ...fate(number, now),
      };
    }),
  );
}

/** A few links each are permanent, disabled, expired, or will expire. */
function fate(number: number, now: number): Pick<DemoLink, 'permanent' | 'enabled' | 'expiresAt'> {
  const usual = { permanent: false, enabled: true, expiresAt: null };
  if (number % 17 === 3) return { ...usual, permanent: true };
  if (number % 23 === 5) return { ...usual, enabled: false };
  if (number % 19 === 7) return { ...usual, expiresAt: new Date(now - DAY_MS / 2) };
  if (number % 13 === 8) return { ...usual, expiresAt: new Date(now + (10 + number) * DAY_MS) };
  return usual;
}
