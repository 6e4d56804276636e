export type Language = 'en' | 'fr';
export type PageKind =
  'home' | 'not-found' | 'gone' | 'unavailable' | 'slow-down' | 'method' | 'bad-request' | 'failed';

interface Text {
  readonly title: string;
  readonly body: string;
}

/** What a visitor reads. No text names a destination: a page must not tell what a link was for (C116). */
export const texts: Record<Language, Record<PageKind, Text>> = {
  en: {
    home: {
      title: 'Short links live here',
      body: 'This address serves short links. Open one of them to get where it leads.',
    },
    'not-found': {
      title: 'There is no such link',
      body: 'Check the address for a typing mistake. The link may also have been removed by its owner.',
    },
    gone: {
      title: 'This link has expired',
      body: 'Its owner gave it an end date, and that has passed. Ask whoever sent it to you for a new one.',
    },
    unavailable: {
      title: 'We cannot look this link up right now',
      body: 'The link may well exist. Please try again in a moment.',
    },
    'slow-down': {
      title: 'Too many unknown links',
      body: 'Many links that do not exist were asked for from your network. Please wait a moment and try again.',
    },
    method: { title: 'That is not possible here', body: 'Short links can only be opened (GET, HEAD).' },
    'bad-request': { title: 'That is not a valid request', body: 'Check the address and try again.' },
    failed: { title: 'Something went wrong', body: 'Please try again in a moment.' },
  },
  fr: {
    home: {
      title: 'Ici vivent des liens courts',
      body: 'Cette adresse sert des liens courts. Ouvrez l’un d’eux pour aller où il mène.',
    },
    'not-found': {
      title: 'Ce lien n’existe pas',
      body: 'Vérifiez l’adresse : une faute de frappe, peut-être. Le lien peut aussi avoir été retiré par son propriétaire.',
    },
    gone: {
      title: 'Ce lien a expiré',
      body: 'Son propriétaire lui avait donné une date de fin, et elle est passée. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    unavailable: {
      title: 'Impossible de chercher ce lien pour le moment',
      body: 'Le lien existe peut-être bien. Réessayez dans un instant.',
    },
    'slow-down': {
      title: 'Trop de liens inconnus',
      body: 'Beaucoup de liens inexistants ont été demandés depuis votre réseau. Patientez un instant, puis réessayez.',
    },
    method: {
      title: 'Cela n’est pas possible ici',
      body: 'Un lien court ne peut qu’être ouvert (GET, HEAD).',
    },
    'bad-request': { title: 'Cette requête n’est pas valide', body: 'Vérifiez l’adresse et réessayez.' },
    failed: { title: 'Un problème est survenu', body: 'Réessayez dans un instant.' },
  },
};
