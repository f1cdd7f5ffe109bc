import { answerAsWorker } from '../lib/worker-processes.server.ts'
import { brands } from '../sites/registry.ts'
import { readSource } from './rendering.ts'
import type { Source } from './source.ts'

answerAsWorker((source: Source) => readSource(source, brands))
