import { wordsOfDone } from '#ui/done.ts'

const words: Readonly<Record<string, (number: string) => string>> = {
  answered: (number) => `Ticket ${number} is answered: the mail is on its way.`,
  kept: (number) => `Ticket ${number} is answered, and stays open: the mail is on its way.`,
  closed: (number) => `Ticket ${number} is closed.`,
  taken: (number) => `You are answering ticket ${number}: for fifteen minutes nobody else does.`,
  released: (number) => `Ticket ${number} is everybody’s again.`,
  noted: (number) => `Ticket ${number} has a new note.`,
  snoozed: (number) => `Ticket ${number} is snoozed, and comes back by itself.`,
  raised: (number) => `Ticket ${number} is more urgent now, and is answered sooner.`,
  woken: (number) => `Ticket ${number} is back in the queue.`,
  reopened: (number) => `Ticket ${number} is open again.`,
  merged: (number) =>
    `Ticket ${number} is part of the ticket below now. Among the closed ones it can be made a ticket of its own again.`,
  assigned: (number) => `Ticket ${number} is given to a colleague.`,
  unassigned: (number) => `Ticket ${number} is nobody’s now.`,
  shown: (number) => `The pictures of ticket ${number} that were held back are shown now.`,
  tagged: (number) => `The tags of ticket ${number} are changed.`,
}

/** What to say of the `done` of an address, `answered-7`; '' of any other. */
export function saidOfDone(done: string): string {
  const [, act = '', number = ''] = /^(\w+)-(\d{1,15})$/.exec(done) ?? []
  const text = Object.fromEntries(Object.entries(words).map(([name, say]) => [name, say(number)]))
  return wordsOfDone(act, text) ?? ''
}
