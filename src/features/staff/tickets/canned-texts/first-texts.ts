/**
 * Texts for the questions that come most often, with which a new installation begins; then they are
 * staff's own.
 */
export const firstTexts: ReadonlyArray<{ name: string; body: string }> = [
  {
    name: 'Change the town',
    body: `Hello {name},

on {brand} you change it on your profile, under “Where I am”: choose the country, type the beginning of the town, take one of the suggestions, and press “Move there”. If the form does not know yours, take the nearest larger town.

On some of our sites premium members alone can move; search looks around any place without it. If you are away for some days only, “Visiting” on the same page shows you in a second place from one day until another.`,
  },
  {
    name: 'New password',
    body: `Hello {name},

press “Forgot your password?” below the sign-in form on {brand}, and enter the address that you joined with. The mail comes within a few minutes. Its link works once, for ten minutes, and only the newest one works, so please ask once and wait.

We cannot see your password, nobody of us will ever ask you for it, and you never need to send it to us. If you can no longer get at that mailbox, answer this mail: we find another way to be sure that it is you.`,
  },
  {
    name: 'Mailbox lost',
    body: `Hello {name},

if you can no longer read mail at the address of your account, we can give the account another one. First we have to be sure that it is yours. Please tell us the new address and, if you have ever paid on {brand}, the reference on your receipt and the last four digits of the card. Never send us the whole number, a password, or a picture of a document.

A colleague looks at it as well. Then a link goes to the new address, and a notice to the old one. Nothing changes before you have followed the link.`,
  },
  {
    name: 'Charge not recognised',
    body: `Hello {name},

we look into it at once. Please tell us the day, the amount, the words on the statement and the last four digits of the card, never the whole number. Then we find out whether it was charged for {brand} or one of our sister sites, and for which account.

If it was our mistake, or somebody used your card without your leave, the money goes back to you. Please ask us before you dispute it with your bank: we usually settle it sooner. If you think that somebody else knows the number of your card, let your bank block it today.`,
  },
  {
    name: 'Cancel the renewal',
    body: `Hello {name},

you can do it yourself, and need give no reason: in your settings on {brand}, under “What I have bought”, press “Cancel” beside the membership, then “Cancel now”. It also works without signing in: your receipt names the page for it, and the order number that it asks for.

We confirm it by mail. What you have paid for stays yours until its end; after that nothing is charged any more. If it has renewed in the last days and you did not mean it to, tell us, and we look at what we can give back.`,
  },
  {
    name: 'Invoice or receipt',
    body: `Hello {name},

for each charge we send a receipt to the address of your account on the same day. Its subject is “Your receipt” with a number; please look into the spam folder as well. What you have bought also stands in your settings on {brand}, under “What I have bought”.

If it is not there, tell us the day and the amount, and we send it again. If you bought from a partner of ours or on the page of a payment company, the receipt comes from them.`,
  },
  {
    name: 'Photo not accepted',
    body: `Hello {name},

every new photo is looked at before others see it. If one is not accepted, the reason stands below it under “Photos” on {brand}. The usual ones are that others are in it who may not have agreed, that it shows too much for everybody’s eyes, that there is an address, a number or an advertisement in it, or that it is not a picture of you.

You can delete it and add another at any time. If you think that we were wrong, say why in your answer: somebody who did not decide the first time looks at it again.`,
  },
  {
    name: 'Block or report somebody',
    body: `Hello {name},

we are sorry that this happened. Open the person’s profile, then the menu beside the name. “Block” ends it at once, on {brand} and on all our sites: neither of you sees or writes to the other any more, and they are not told. “Report” tells us what is wrong; a person of ours reads it and decides, and the member does not learn who reported them.

If somebody asks you for money, please send none, also if there is a good reason for it. If you are in danger, call the police first.`,
  },
  {
    name: 'Delete an account',
    body: `Hello {name},

in your settings on {brand}, under “Delete my account”, enter your password and press the button. At once nobody finds you any more on any of our sites, and whatever renews with us is ended.

For fourteen days you can change your mind: sign in and press “Keep my account”. After that it is erased for good. If you cannot sign in, answer this mail from the address that you joined with, and we do it once we are sure that it is you. If you only need some quiet, “Who finds me” in the settings hides you without deleting anything.`,
  },
  {
    name: 'No confirmation mail',
    body: `Hello {name},

please look into the spam folder first: the subject is “Please confirm your address”, and the sender is our company and not {brand}, because that is what shows on a locked screen. The link works for ten minutes; your dashboard sends you a new one.

If your dashboard names an address with a mistake in it, change it in your settings, under “Name, address, password”. If nothing has come after an hour, tell us, and we look at what became of it.`,
  },
  {
    name: 'Somebody under 18',
    body: `Hello {name},

thank you for telling us. {brand} is for people of 18 and over, without an exception, and we look at this before anything else. If you can, report the profile as well: in the menu beside the name, “Report”, and then that the person is under 18. You need not be sure.

Please do not write to the person any more, send them nothing, and do not pass on their pictures. If somebody is in danger, call the police.`,
  },
  {
    name: 'Credits missing',
    body: `Hello {name},

credits are yours as soon as the payment has arrived, which takes some minutes at times. On the credits page of {brand} you see each pack, what is left of it, and when it expires; what expires first is spent first.

If something is still missing, tell us the day, the amount and the number on the receipt. We compare it with what was spent, and give back what our mistake took.`,
  },
  {
    name: 'Something does not work',
    body: `Hello {name},

thank you for telling us. So that we find it, please say what you wanted to do on {brand}, what happened instead, and about when it was. The name of your browser and whether it was a phone or a computer help as well. Pictures that you attach do not reach us, so words are best.

Often it helps to load the page again, or to sign out and in. If you have lost something by it, such as a credit, say so, and we give it back.`,
  },
]
