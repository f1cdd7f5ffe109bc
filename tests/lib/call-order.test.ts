import { expect, test } from 'vitest'
import { createOrder } from '#ui/call-order.ts'

test('an undo goes out once what it undoes is answered, also where that failed; others do not wait', async () => {
  const inOrder = createOrder()
  const sent: string[] = []
  const deleting = Promise.withResolvers<void>()
  const call = (name: string, answer: Promise<void>) => () => {
    sent.push(name)
    return answer
  }
  const deleted = inOrder(1, call('delete 1', deleting.promise))
  const restored = inOrder(1, call('restore 1', Promise.resolve()))
  await inOrder(2, call('delete 2', Promise.resolve()))
  expect(sent).toEqual(['delete 1', 'delete 2'])
  deleting.reject(new Error('no connection'))
  await expect(deleted).rejects.toThrow('no connection')
  await restored
  expect(sent).toEqual(['delete 1', 'delete 2', 'restore 1'])
})
