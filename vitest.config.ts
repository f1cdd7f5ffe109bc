// Where Vitest looks for it: `npx vitest run <file>`.
export { default } from './tests/vitest.config.ts'
