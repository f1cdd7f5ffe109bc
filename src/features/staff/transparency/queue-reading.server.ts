import type { Reading } from '#api/readings.ts'
import { waitingForStaff } from './queue-figures.sql.ts'

export const queueReading: Reading<'sites_staff_waiting' | 'sites_staff_oldest_seconds'> = {
  metrics: {
    sites_staff_waiting: 'What waits for staff, by queue, tickets among them',
    sites_staff_oldest_seconds: 'Since when the oldest of a queue waits; 0 where none does',
  },
  labels: ['queue'],
  async read({ db, clock }) {
    const now = clock.now().getTime()
    return (await waitingForStaff(db)).map(({ queue, waiting, oldest }) => ({
      labels: { queue },
      values: {
        sites_staff_waiting: waiting,
        sites_staff_oldest_seconds:
          oldest === null ? 0 : Math.max(0, now - oldest.getTime()) / 1000,
      },
    }))
  },
}
