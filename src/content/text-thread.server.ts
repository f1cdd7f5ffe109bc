import { answerInThread } from '../lib/threads.server.ts'
import { brands } from '../sites/registry.ts'
import { readSource } from './library.ts'
import type { Source } from './source.ts'

answerInThread((source: Source) => readSource(source, brands))
