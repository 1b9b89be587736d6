import type { FastifyInstance } from 'fastify'
import { approvalProcesses } from './processes.ts'
import { approvalSettings } from './settings.ts'
import { approvalTasks } from './tasks.ts'

export function approval(app: FastifyInstance): void {
  approvalProcesses(app)
  approvalSettings(app)
  approvalTasks(app)
}
