/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends Partial<import('./front-door.server.ts').PageLocals> {}
}
