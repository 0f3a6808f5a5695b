/**
 * The pages of a yearly statement as a Typst template. It is filled with the texts of a `PrintedYear` (`sys.inputs.year`), which are
 * printed literally: a customer's name is never markup. Sides follow the language's writing direction automatically; figures are
 * right-aligned in every language so that decimals line up.
 */
export const statementTemplate = String.raw`
#let d = json(bytes(sys.inputs.year))
#let ink = rgb("#131b25")
#let muted = rgb("#515e6d")
#let hairline = 0.5pt + rgb("#dde2e8")
#let rule = 0.8pt + rgb("#9aa5b1")
#let accent = rgb("#3350d4")

#let i = d.issued
#set document(
  title: d.title,
  author: d.brand,
  date: datetime(year: i.year, month: i.month, day: i.day, hour: i.hour, minute: i.minute, second: i.second),
)
#set text(font: d.fonts, lang: d.language, size: 9pt, fill: ink, hyphenate: false)
#set text(region: d.region) if d.region != none
#set par(leading: 0.6em, spacing: 0.9em)

#let numerals(n) = str(n).clusters().map(c => d.digits.at(int(c))).join()
#let fill-in(pattern, first, last) = {
  let (before, rest) = pattern.split("§")
  let (between, after) = rest.split("¤")
  before + first + between + last + after
}
// A code reads from left to right in every language, its parts never change places with what is around it, and where it breaks no
// language adds a hyphen of its own.
#let code(value) = box(text(dir: ltr, lang: "en", region: none, value))

#set page(
  paper: "a4",
  margin: (x: 18mm, top: 17mm, bottom: 22mm),
  footer: context {
    set text(size: 7.5pt, fill: muted)
    grid(
      columns: (1fr, auto),
      [#d.brand · #d.title#if d.sandbox != none [ · #d.sandbox]],
      fill-in(d.page, numerals(here().page()), numerals(counter(page).final().first())),
    )
  },
)

#show heading.where(level: 1): it => block(above: 9mm, below: 3mm, text(size: 20pt, weight: 600, it.body))
#show heading.where(level: 2): it => block(above: 8mm, below: 3.5mm, text(size: 12.5pt, weight: 600, it.body))
#show heading.where(level: 3): it => block(above: 5.5mm, below: 2.5mm, text(size: 9.5pt, weight: 600, it.body))

#let mark = box(width: 15pt, height: 15pt, baseline: 2pt, {
  place(top + left, dx: 4.5pt, dy: 1pt, rect(width: 6pt, height: 2pt, radius: 1pt, fill: muted))
  place(top + left, dx: 2.6pt, dy: 4.2pt, rect(width: 9.8pt, height: 2.7pt, radius: 1.3pt, fill: ink))
  place(top + left, dx: 0.6pt, dy: 8.2pt, rect(width: 13.8pt, height: 4.6pt, radius: 1.8pt, fill: rgb("#b27a12")))
})

#text(size: 11pt, weight: 600)[#mark #h(3pt) #d.brand]

= #d.title

#text(size: 10pt, fill: muted, d.period)
#if d.until != none [
  #h(6pt)
  #box(fill: rgb("#f7edd8"), radius: 3pt, inset: (x: 5pt, y: 0pt), outset: (y: 3pt), text(size: 8.5pt, weight: 600, fill: rgb("#6b4700"), d.until))
]

#v(2mm)
#block(width: 100%, stroke: (top: hairline, bottom: hairline), inset: (y: 3mm), grid(
  columns: (auto, 1fr),
  column-gutter: 6mm,
  row-gutter: 2.4mm,
  ..d.facts.map(fact => (
    text(fill: muted, fact.label),
    text(weight: 600, if fact.isCode { code(fact.value) } else { fact.value }),
  )).flatten(),
))
#if d.untilNote != none { text(fill: muted, d.untilNote) }
#if d.sandbox != none { parbreak(); text(fill: rgb("#6b4700"), weight: 600, d.sandbox) }

// Figures of one width, flush right.
#let amount(body) = table.cell(align: right, text(number-width: "tabular", body))
#let head-cell(side, body) = table.cell(align: side + bottom, text(size: 7.5pt, fill: muted, body))
// Apart by what is inside the cells, so that the lines between rows are whole.
#let spaced(x, columns) = {
  let (before, after) = (if x == 0 { 0pt } else { 2.5mm }, if x == columns - 1 { 0pt } else { 2.5mm })
  if d.isRightToLeft { (left: after, right: before, y: 1.7mm) } else { (left: before, right: after, y: 1.7mm) }
}
#let lines(x, y) = if y == 0 { (bottom: rule) } else { (bottom: hairline) }

== #d.overview.title

#table(
  columns: (1fr, auto, auto, auto, auto),
  inset: (x, y) => spaced(x, 5),
  stroke: lines,
  table.header(..d.overview.head.enumerate().map(((x, body)) => head-cell(if x == 0 { start } else { right }, body))),
  ..d.overview.rows.map(row => row.enumerate().map(((x, body)) => if x == 0 { body } else { amount(if x == 4 { text(weight: 600, body) } else { body }) })).flatten(),
)

#let entry(id, address) = if address == none { code(id) } else {
  link(address, code(underline(offset: 2pt, stroke: 0.5pt, text(fill: accent, id))))
}
#let place-of(row) = {
  let at(n) = entry(if n == 0 { row.first } else { row.last }, if row.links == none { none } else { row.links.at(n) })
  if row.first == "" [] else if row.first == row.last { at(0) } else { fill-in(d.place, at(0), at(1)) }
}
#let weight-of(row, body) = if row.isTotal { text(weight: 600, body) } else { body }
#let print-table(it) = table(
  columns: (1fr, auto, 42mm, if d.isRightToLeft { 32mm } else { 37mm }),
  inset: (x, y) => spaced(x, 4),
  stroke: lines,
  table.header(..d.head.enumerate().map(((x, body)) => head-cell(if calc.odd(x) { right } else { start }, body))),
  ..it.rows.map(row => (
    weight-of(row, row.label) + if row.detail != "" { linebreak() + text(size: 8pt, fill: muted, row.detail) },
    amount(text(fill: muted, row.entries)),
    place-of(row),
    amount(weight-of(row, row.amount)),
  )).flatten(),
)

#for section in d.sections [
  == #section.title
  #if section.tables.len() == 0 { text(fill: muted, d.none) }
  #for it in section.tables {
    // What is short stays on one page, with its title.
    block(breakable: it.rows.len() > 12, width: 100%, below: 5mm, {
      if it.title != "" { heading(level: 3, it.title) }
      print-table(it)
    })
  }
]

#block(breakable: false, width: 100%, {
  if d.fingerprint != none {
    heading(level: 2, d.fingerprint.title)
    if d.fingerprint.hash != none {
      block(width: 100%, fill: rgb("#f3f5f8"), radius: 4pt, inset: 3mm, code(text(size: 8.5pt, d.fingerprint.hash)))
    }
    text(fill: muted, d.fingerprint.text)
  }
  v(3mm)
  for note in d.notes { block(below: 2mm, text(size: 8pt, fill: muted, note)) }
})
`;
