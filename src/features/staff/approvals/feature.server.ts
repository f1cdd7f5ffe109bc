import type { Feature } from '#api/feature.ts'
import { approvalHandlers } from './approvals.server.ts'

export const approvals: Feature = { room: 'staff/approvals', handlers: approvalHandlers }
