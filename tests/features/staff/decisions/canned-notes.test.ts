import { expect, test } from 'vitest'
import { notesOf } from '#staff/decisions/deciding/canned-notes.ts'
import { nextNote } from '#staff/decisions/deciding/CannedNotes.tsx'
import { MAX_NOTE, policies } from '#staff/decisions/decisions.ts'

test('the arrows go through the ready sentences of a rule and back to none, and leave own words', () => {
  const notes = notesOf('harassment')
  const [first = '', second = ''] = notes
  expect(nextNote(notes, '', 'ArrowDown')).toBe(first)
  expect(nextNote(notes, first, 'ArrowDown')).toBe(second)
  expect(nextNote(notes, first, 'ArrowUp')).toBe('')
  expect(nextNote(notes, notes.at(-1) ?? '', 'ArrowDown')).toBe('')
  expect(nextNote(notes, `${first} Twice.`, 'ArrowDown')).toBeNull()
  expect(nextNote(notes, '', 'a')).toBeNull()
  expect(nextNote(notesOf('none'), '', 'ArrowDown')).toBeNull()
})

test('each ready sentence is a note that can be sent', () => {
  for (const policy of policies)
    for (const words of notesOf(policy)) expect(words).toMatch(/^.{10,}\.$/)
  expect(policies.flatMap(notesOf).every((words) => words.length <= MAX_NOTE)).toBe(true)
})
