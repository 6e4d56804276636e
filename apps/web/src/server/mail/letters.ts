import type { Locale } from '../../i18n/locales.ts';
import type { Letter } from './letter.ts';

interface Invitation {
  readonly inviter: string;
  readonly inviterEmail: string;
  readonly workspace: string;
  readonly email: string;
}

type Text = Omit<Letter, 'action'> & { readonly action: string };

/** The messages of accounts. Names come in as they may stand in a message, addresses as they are. */
interface Letters {
  resetLink(email: string): Text;
  verification(email: string): Text;
  invitation(values: Invitation): Text;
  passwordChanged(email: string, when: string): Text;
}

export const LETTERS: Readonly<Record<Locale, Letters>> = {
  en: {
    resetLink: (email) => ({
      subject: 'Your new Brevia password',
      paragraphs: [`Somebody asked for a new password for the Brevia account ${email}.`],
      action: 'Choose a new password',
      note: 'The link works once, for an hour. If it was not you, do nothing: the password stays as it is.',
    }),
    verification: (email) => ({
      subject: 'Confirm your e-mail address',
      paragraphs: [`A Brevia account was made with the address ${email}.`],
      action: 'Confirm this address',
      note: 'The link works for 24 hours. If it was not you, do nothing: the address stays unconfirmed.',
    }),
    invitation: ({ inviter, inviterEmail, workspace, email }) => ({
      subject: `${inviter} invites you to “${workspace}” on Brevia`,
      paragraphs: [
        `${inviter} (${inviterEmail}) invites you to work on the links of “${workspace}” together.`,
      ],
      action: 'Open the invitation',
      note: `It works once, for 7 days, and only for an account with the address ${email}. If you do not know who sends it, do nothing.`,
    }),
    passwordChanged: (email, when) => ({
      subject: 'Your Brevia password was changed',
      paragraphs: [
        `The password of the Brevia account ${email} was changed on ${when}. All other devices were signed out.`,
        'If it was you, there is nothing to do. If it was not, choose another password now, and then revoke the API keys that you do not know, under Settings.',
      ],
      action: 'It was not me',
      note: 'Nobody at Brevia ever asks for your password.',
    }),
  },
  fr: {
    resetLink: (email) => ({
      subject: 'Votre nouveau mot de passe Brevia',
      paragraphs: [`Un nouveau mot de passe a été demandé pour le compte Brevia ${email}.`],
      action: 'Choisir un nouveau mot de passe',
      note: 'Le lien fonctionne une fois, pendant une heure. Si ce n’était pas vous, ne faites rien : le mot de passe reste le même.',
    }),
    verification: (email) => ({
      subject: 'Confirmez votre adresse e-mail',
      paragraphs: [`Un compte Brevia a été créé avec l’adresse ${email}.`],
      action: 'Confirmer cette adresse',
      note: 'Le lien fonctionne pendant 24 heures. Si ce n’était pas vous, ne faites rien : l’adresse reste non confirmée.',
    }),
    invitation: ({ inviter, inviterEmail, workspace, email }) => ({
      subject: `${inviter} vous invite dans « ${workspace} » sur Brevia`,
      paragraphs: [
        `${inviter} (${inviterEmail}) vous invite à travailler ensemble sur les liens de « ${workspace} ».`,
      ],
      action: 'Ouvrir l’invitation',
      note: `Elle fonctionne une fois, pendant 7 jours, et seulement pour un compte avec l’adresse ${email}. Si vous ne connaissez pas l’expéditeur, ne faites rien.`,
    }),
    passwordChanged: (email, when) => ({
      subject: 'Votre mot de passe Brevia a été changé',
      paragraphs: [
        `Le mot de passe du compte Brevia ${email} a été changé le ${when}. Tous les autres appareils ont été déconnectés.`,
        'Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un autre mot de passe, puis révoquez les clés d’API que vous ne connaissez pas, dans les paramètres.',
      ],
      action: 'Ce n’était pas moi',
      note: 'Personne chez Brevia ne vous demande jamais votre mot de passe.',
    }),
  },
};
