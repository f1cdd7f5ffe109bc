import type { Random } from '../random.ts'
import type { Tint } from './colours.ts'
import { circle, ellipse, group, line, mirrored, path } from './svg.ts'

/**
 * The layers behind the neck and over the forehead; `over` is drawn after the face and before
 * glasses.
 */
export type Hair = { behind: string; over: string; coversEars: boolean }
type Style = (tint: Tint, random: Random) => Hair

const style = (parts: Partial<Hair>): Hair => ({
  behind: '',
  over: '',
  coversEars: false,
  ...parts,
})

function strands(tint: Tint, ...paths: string[]): string {
  return paths.map((d) => line(d, tint.light, 3.2, { opacity: 0.55 })).join('')
}

/** A side parting. */
const sweptTop =
  'M131 214C124 150 148 102 204 102C258 102 278 148 269 214C266 196 262 184 254 172C226 172 190 164 170 146C158 158 144 180 141 198C138 202 134 208 131 214Z'
/** A middle parting. */
const curtains =
  'M131 216C120 146 152 102 200 102C248 102 280 146 269 216C264 190 250 164 200 138C150 164 136 190 131 216Z'
/** A straight fringe above the brows. */
const fringe =
  'M130 214C122 146 152 102 200 102C248 102 278 146 270 214C267 204 265 196 263 186C222 194 178 194 137 186C135 196 133 204 130 214Z'

/** Fills the gap between a hairline and the temples of a narrow face. */
const cap = (tint: Tint) =>
  path('M135 212C128 150 154 112 200 112C246 112 272 150 265 212Z', tint.dark)

const longStraight: Style = (tint, random) => {
  const top = random.pick([sweptTop, curtains, fringe])
  const length = random.int(392, 440)
  return style({
    behind: path(
      `M126 190C112 108 166 92 200 92C234 92 288 108 274 190C282 260 286 330 292 ${length}C262 ${length + 12} 244 ${length} 236 ${length - 14}L164 ${length - 14}C156 ${length} 138 ${length + 12} 108 ${length}C114 330 118 260 126 190Z`,
      tint.dark,
    ),
    over:
      path(top, tint.base) +
      path(
        `M131 208C126 250 122 320 112 ${length - 4}C124 ${length + 4} 142 ${length} 150 ${length - 12}C142 330 140 270 141 204Z`,
        tint.base,
      ) +
      mirrored(
        path(
          `M131 208C126 250 122 320 112 ${length - 4}C124 ${length + 4} 142 ${length} 150 ${length - 12}C142 330 140 270 141 204Z`,
          tint.base,
        ),
      ) +
      strands(
        tint,
        'M133 250Q129 310 126 368',
        'M268 250Q272 320 276 372',
        'M168 124Q186 112 210 114',
      ),
    coversEars: true,
  })
}

const longWaves: Style = (tint, random) => {
  const side =
    'M136 188C112 206 118 236 124 252C104 270 112 300 122 312C98 332 108 366 126 382C116 404 140 418 156 404C168 392 160 372 152 362C164 344 156 322 146 312C158 292 150 268 142 258C146 236 142 210 142 196Z'
  return style({
    behind: path(
      'M122 200C104 116 160 90 200 90C240 90 296 116 278 200C300 240 296 300 290 340C300 372 280 404 248 396L152 396C120 404 100 372 110 340C104 300 100 240 122 200Z',
      tint.dark,
    ),
    over:
      path(random.pick([sweptTop, curtains]), tint.base) +
      path(side, tint.base) +
      mirrored(path(side, tint.base)) +
      strands(
        tint,
        'M128 268Q118 290 128 306',
        'M126 330Q116 352 130 374',
        'M272 262Q284 288 272 306',
        'M274 330Q286 350 272 374',
        'M160 128Q182 110 214 114',
      ),
    coversEars: true,
  })
}

const bob: Style = (tint, random) => {
  const length = random.int(284, 312)
  const side = `M131 204C122 236 118 266 120 ${length - 8}C124 ${length + 8} 150 ${length + 4} 156 ${length - 10}C146 262 140 232 142 202Z`
  return style({
    behind: path(
      `M124 196C110 112 164 94 200 94C236 94 290 112 276 196C286 240 284 280 276 ${length}C240 ${length + 8} 160 ${length + 8} 124 ${length}C116 280 114 240 124 196Z`,
      tint.dark,
    ),
    over:
      path(random.pick([fringe, sweptTop, curtains]), tint.base) +
      path(side, tint.base) +
      mirrored(path(side, tint.base)) +
      strands(
        tint,
        'M130 232Q126 258 130 282',
        'M270 232Q274 258 270 282',
        'M166 122Q190 110 216 116',
      ),
    coversEars: true,
  })
}

const topKnot: Style = (tint) =>
  style({
    behind:
      cap(tint) +
      circle(200, 84, 33, tint.dark) +
      circle(200, 80, 31, tint.base) +
      strands(tint, 'M182 76Q198 58 218 72', 'M186 92Q204 74 224 90'),
    over:
      path(
        'M132 212C124 146 152 106 200 106C248 106 276 146 268 212C264 176 240 150 200 150C160 150 136 176 132 212Z',
        tint.base,
      ) +
      strands(tint, 'M152 160Q170 128 196 116', 'M248 160Q230 128 204 116') +
      line('M139 206Q136 222 140 238', tint.base, 4) +
      line('M261 206Q264 222 260 238', tint.base, 4),
  })

const ponytail: Style = (tint, random) => {
  const tail =
    path(
      'M262 130C318 122 322 206 306 262C300 300 312 330 298 352C280 336 270 306 274 270C278 226 288 182 252 156Z',
      tint.dark,
    ) + line('M286 170Q300 220 290 286', tint.light, 3.2, { opacity: 0.4 })
  return style({
    behind: (random.chance(0.5) ? tail : mirrored(tail)) + cap(tint),
    over:
      path(
        'M131 214C122 146 152 104 202 104C250 104 278 146 269 214C264 178 236 154 196 148C170 158 142 178 131 214Z',
        tint.base,
      ) + strands(tint, 'M152 166Q176 126 214 116', 'M170 160Q200 128 238 128'),
  })
}

const braids: Style = (tint) => {
  const braid =
    [0, 1, 2, 3, 4, 5]
      .map((n) =>
        ellipse(
          136 - (n % 2) * 3,
          262 + n * 25,
          16 - n * 0.8,
          17,
          n % 2 === 0 ? tint.base : tint.light,
        ),
      )
      .join('') +
    path('M122 404L146 404L140 430L128 430Z', tint.base) +
    line('M122 402L147 402', '#e8b04a', 6)
  return style({
    behind: path(
      'M124 200C112 112 164 94 200 94C236 94 288 112 276 200C282 226 280 250 272 262L128 262C120 250 118 226 124 200Z',
      tint.dark,
    ),
    over:
      path(curtains, tint.base) +
      braid +
      mirrored(braid) +
      strands(tint, 'M154 168Q168 136 196 118', 'M246 168Q232 136 204 118'),
    coversEars: true,
  })
}

const pixie: Style = (tint) =>
  style({
    behind: cap(tint),
    over:
      path(
        'M132 222C118 148 146 98 206 98C262 98 284 148 268 222C264 206 262 196 258 184C246 176 238 168 232 156C206 184 166 190 146 186C142 198 138 210 132 222Z',
        tint.base,
      ) +
      strands(
        tint,
        'M150 172Q190 172 222 140',
        'M158 138Q188 112 226 120',
        'M240 148Q254 166 260 186',
      ),
  })

const lowBun: Style = (tint) =>
  style({
    behind:
      circle(249, 276, 31, tint.dark) +
      circle(251, 274, 28, tint.base) +
      strands(tint, 'M250 262Q266 260 274 274', 'M252 284Q266 280 274 286') +
      cap(tint),
    over:
      path(
        'M130 226C120 146 152 102 200 102C248 102 280 146 270 226C268 186 242 152 196 136C156 154 134 186 130 226Z',
        tint.base,
      ) + strands(tint, 'M148 176Q164 140 194 118', 'M254 180Q240 142 208 118'),
    coversEars: true,
  })

function curls(tint: Tint, centres: ReadonlyArray<readonly [number, number, number]>): string {
  return (
    centres.map(([x, y, r]) => circle(x, y, r, tint.base)).join('') +
    centres
      .map(([x, y, r]) =>
        line(`M${x - r * 0.4} ${y - r * 0.2}q${r * 0.4} ${-r * 0.5} ${r * 0.8} 0`, tint.light, 3, {
          opacity: 0.45,
        }),
      )
      .join('')
  )
}

const crown: ReadonlyArray<readonly [number, number, number]> = [
  [142, 168, 20],
  [150, 142, 23],
  [172, 122, 25],
  [200, 114, 26],
  [228, 122, 25],
  [250, 142, 23],
  [258, 168, 20],
  [176, 142, 20],
  [224, 142, 20],
  [200, 138, 20],
]

const longCurls: Style = (tint) => {
  const side = [
    [128, 196, 22],
    [118, 226, 24],
    [116, 258, 25],
    [114, 292, 25],
    [122, 324, 24],
    [134, 350, 20],
    [140, 302, 16],
    [138, 268, 14],
  ] as const
  const right = side.map(([x, y, r]) => [400 - x, y, r] as const)
  return style({
    behind: path(
      'M114 210C92 110 156 84 200 84C244 84 308 110 286 210C304 260 300 320 276 356L124 356C100 320 96 260 114 210Z',
      tint.dark,
    ),
    over: curls(tint, crown) + curls(tint, side) + curls(tint, right),
    coversEars: true,
  })
}

const shortCurls: Style = (tint) =>
  style({
    behind: path(
      'M126 208C112 120 160 98 200 98C240 98 288 120 274 208C270 232 262 240 258 240L142 240C138 240 130 232 126 208Z',
      tint.dark,
    ),
    over:
      curls(tint, crown) +
      curls(tint, [
        [134, 192, 16],
        [266, 192, 16],
      ]),
  })

const afro: Style = (tint) => {
  const rim = Array.from({ length: 19 }, (_, n) => {
    const angle = Math.PI * (0.9 + (n / 18) * 1.2)
    return circle(200 + Math.cos(angle) * 98, 184 + Math.sin(angle) * 94, 25, tint.base)
  })
  return style({
    behind: group(
      {},
      ...rim,
      ellipse(200, 178, 106, 98, tint.base),
      ellipse(200, 204, 86, 76, tint.dark, { opacity: 0.45 }),
    ),
    over:
      path(
        'M132 208C122 150 152 108 200 108C248 108 278 150 268 208C264 178 246 154 232 158C222 146 212 150 200 148C188 150 178 146 168 158C154 154 136 178 134 208Z',
        tint.base,
      ) +
      strands(
        tint,
        'M132 132Q150 108 176 100',
        'M228 100Q252 108 268 130',
        'M116 176Q118 158 126 148',
      ),
    coversEars: true,
  })
}

const locs: Style = (tint, random) => {
  const length = random.int(300, 372)
  const lock = (x: number, y: number, lean: number) =>
    line(
      `M${x} ${y}C${x + lean * 0.4} ${y + 50} ${x + lean} ${length - 60} ${x + lean} ${length - Math.abs(lean)}`,
      tint.base,
      15,
    )
  const side = [lock(140, 168, -12), lock(132, 190, -20), lock(134, 210, -8)].join('')
  return style({
    behind: path(
      `M120 204C106 112 162 90 200 90C238 90 294 112 280 204L284 ${length - 20}L116 ${length - 20}Z`,
      tint.dark,
    ),
    over:
      path(curtains, tint.base) +
      side +
      mirrored(side) +
      strands(
        tint,
        'M158 160Q170 134 196 118',
        'M242 160Q230 134 204 118',
        `M124 240Q120 270 118 ${length - 30}`,
        `M276 240Q280 270 282 ${length - 30}`,
      ),
    coversEars: true,
  })
}

const crop: Style = (tint) =>
  style({
    behind: cap(tint),
    over:
      path(
        'M132 216C124 150 150 106 204 104C256 104 276 148 268 216C266 198 264 184 258 170C236 164 206 166 176 154C160 158 146 176 141 196C138 202 134 208 132 216Z',
        tint.base,
      ) + strands(tint, 'M160 140Q184 118 222 120', 'M178 146Q206 130 246 140'),
  })

const quiff: Style = (tint) =>
  style({
    behind: cap(tint),
    over:
      path(
        'M132 214C128 176 138 146 152 128C150 104 190 84 232 90C268 94 276 126 264 142C270 162 272 188 268 214C264 192 262 176 252 160C220 162 184 160 160 150C148 168 140 186 138 200Z',
        tint.base,
      ) + strands(tint, 'M160 132Q184 102 238 104', 'M172 142Q206 118 256 122'),
  })

const sidePart: Style = (tint) =>
  style({
    behind: cap(tint),
    over:
      path(
        'M132 212C124 148 152 106 196 104C250 100 278 144 268 212C266 196 264 184 260 172C244 176 200 172 162 144C152 162 142 182 139 198Z',
        tint.base,
      ) +
      line('M164 142Q170 120 186 108', tint.dark, 3.4) +
      strands(tint, 'M186 142Q216 152 252 150', 'M190 126Q220 128 250 136'),
  })

const buzz: Style = (tint) =>
  style({
    over: path(
      'M136 200C132 152 156 118 200 118C244 118 268 152 264 200C260 172 246 158 232 154C210 148 190 148 168 154C154 158 140 172 136 200Z',
      tint.base,
      {
        opacity: 0.92,
      },
    ),
  })

const bald: Style = (tint) => {
  const patch = path('M134 214C128 196 132 178 138 170C142 184 142 202 140 220Z', tint.base)
  return style({
    over:
      line('M168 146Q186 132 206 134', '#ffffff', 5, { opacity: 0.28 }) + patch + mirrored(patch),
  })
}

const shaved: Style = () =>
  style({ over: line('M164 148Q182 132 206 134', '#ffffff', 5, { opacity: 0.26 }) })

const receding: Style = (tint) =>
  style({
    behind: cap(tint),
    over:
      path(
        'M133 216C128 178 136 140 164 124C178 116 222 116 236 124C264 140 272 178 267 216C264 190 258 170 244 152C232 138 220 150 200 146C180 150 168 138 156 152C142 170 136 190 133 216Z',
        tint.base,
      ) + strands(tint, 'M176 136Q198 124 222 134'),
  })

const mediumWaves: Style = (tint) => {
  const side =
    'M132 200C118 214 118 236 124 250C116 264 124 284 140 282C148 272 144 256 142 248C146 232 142 212 142 200Z'
  return style({
    behind: path(
      'M122 206C108 116 162 92 200 92C238 92 292 116 278 206C286 240 284 266 268 282L132 282C116 266 114 240 122 206Z',
      tint.dark,
    ),
    over:
      path(curtains, tint.base) +
      path(side, tint.base) +
      mirrored(path(side, tint.base)) +
      strands(tint, 'M152 172Q166 136 196 118', 'M248 172Q234 136 204 118'),
    coversEars: true,
  })
}

const manBun: Style = (tint) =>
  style({
    behind: cap(tint) + circle(204, 92, 24, tint.dark) + circle(204, 90, 21, tint.base),
    over:
      path(
        'M133 212C126 152 152 112 200 112C248 112 274 152 267 212C262 178 240 152 200 148C160 152 138 178 133 212Z',
        tint.base,
      ) + strands(tint, 'M150 172Q168 136 196 120', 'M250 172Q232 136 206 120'),
  })

const beanie =
  (cloth: Tint): Style =>
  (tint) => {
    const tuft = path(
      'M134 222C130 206 132 194 136 184L146 184C142 198 142 210 142 222Z',
      tint.base,
    )
    return style({
      over:
        tuft +
        mirrored(tuft) +
        path('M128 178C120 112 156 84 200 84C244 84 280 112 272 178Z', cloth.base) +
        path(
          'M122 160Q200 142 278 160Q284 176 278 188Q200 168 122 188Q116 176 122 160Z',
          cloth.dark,
        ) +
        strands(cloth, 'M150 150Q152 116 176 98', 'M200 146L200 92', 'M250 150Q248 116 224 98'),
    })
  }

const cloths: readonly Tint[] = [
  { base: '#c65b4b', light: '#de7f70', dark: '#9d4236' },
  { base: '#30506f', light: '#4c7094', dark: '#223b54' },
  { base: '#d9a441', light: '#edc272', dark: '#b18230' },
  { base: '#5c7a5f', light: '#7c9a7f', dark: '#445d47' },
  { base: '#7c4a70', light: '#9d6a90', dark: '#5d3453' },
  { base: '#efe4d2', light: '#ffffff', dark: '#d2c3ab' },
]

export function drawHairStyle(
  random: Random,
  looks: 'woman' | 'man',
  age: number,
  tint: Tint,
  skin: number,
): Hair {
  const isDark = skin >= 5
  const chosen =
    looks === 'woman'
      ? random.weighted<Style>([
          [longStraight, isDark ? 8 : 18],
          [longWaves, isDark ? 7 : 18],
          [bob, 14],
          [topKnot, 8],
          [ponytail, age < 50 ? 8 : 4],
          [braids, age < 40 ? 4 : 1],
          [pixie, age > 45 ? 16 : 6],
          [lowBun, 8],
          [longCurls, isDark ? 16 : 9],
          [shortCurls, age > 45 ? 10 : 5],
          [afro, isDark ? 12 : 0.5],
          [locs, isDark ? 7 : 1],
        ])
      : random.weighted<Style>([
          [crop, 16],
          [quiff, age < 50 ? 14 : 5],
          [sidePart, 15],
          [buzz, isDark ? 18 : 9],
          [bald, age > 48 ? 14 : 1],
          [shaved, age > 35 ? 8 : 4],
          [receding, age > 40 ? 14 : 1],
          [shortCurls, isDark ? 12 : 9],
          [mediumWaves, age < 55 ? 7 : 3],
          [manBun, age < 45 ? 5 : 1],
          [afro, isDark ? 7 : 0.3],
          [locs, isDark ? 5 : 0.5],
          [beanie(random.pick(cloths)), age < 45 ? 5 : 2],
        ])
  return chosen(tint, random)
}
