import { expect, inject } from 'vitest'
import { collectStatements } from './collected-statements.ts'

const { testPath = '' } = expect.getState()
// What those ask is for PostgreSQL alone, or for tables of their own.
const isApart = testPath.endsWith('.postgres.test.ts') || testPath.includes('/tests/db/')
collectStatements(isApart ? null : inject('collected'))
