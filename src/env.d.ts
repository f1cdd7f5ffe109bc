/// <reference types="astro/client" />

declare namespace App {
  interface Locals extends Partial<import('./front-door/front-door.server.ts').PageLocals> {}
}
