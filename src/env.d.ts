/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends Partial<import('./front-door/visit.server.ts').PageLocals> {}
}
