import type { Reading } from '../api/readings.ts'
import { lastBackup } from '../db/backups.sql.ts'
import { SECOND } from '../lib/clock.ts'

/** Nothing is said where nobody ever noted one: the doctor tells that. */
export const backupAge: Reading<'sites_backup_age_seconds'> = {
  metrics: { sites_backup_age_seconds: 'Seconds since a backup of PostgreSQL was noted' },
  labels: [],
  async read({ db, clock }) {
    const made = await lastBackup(db)
    if (made === null) return []
    const age = (clock.now().getTime() - made.getTime()) / SECOND
    return [{ labels: {}, values: { sites_backup_age_seconds: age } }]
  },
}
