/** What the page of the method quotes to explain it. */
export const EXAMPLES =
  /“\d+ vendas(?: seguidas a este preço| quase iguais)?”|“(?:entre R\$ [\d,]+ e R\$ [\d,]+)”|“\d+ de \d+”|GNV a R\$ 80,00/gu

/** Numbers that no data can prove: of names, of choices, and of the rules themselves. Each with its reason. */
export const ALLOWED: readonly { pattern: RegExp; reason: string }[] = [
  { pattern: /\bS-? ?10\b|\bS-? ?500\b/gu, reason: 'names of fuels' },
  { pattern: /https?:\/\/\S+/gu, reason: 'addresses' },
  { pattern: /\b(?:7|30|90|365) dias/gu, reason: 'periods one may choose, and titles of charts' },
  { pattern: /^(?:até )?\d+ km$/gu, reason: 'radii one may choose' },
  { pattern: /de 0,5 a 1/gu, reason: 'the limits of a field' },
  { pattern: /a até \d+ km/gu, reason: 'the radius that a question or the rule of neighbours names' },
  { pattern: /(?:até|cerca de) 70 %/gu, reason: 'the rule of thumb of ethanol' },
  { pattern: /vezes 1,3|× 1,3/gu, reason: 'the factor of the rule of journeys' },
  { pattern: /depois do minuto 45/gu, reason: 'the minute of the collections' },
  {
    pattern: /(?:a até|mais de|entre|e|A até|há mais de) (?:1|2|15|20|35) %/gu,
    reason: 'limits of the rules, on the page of the method and beside suspects',
  },
  {
    pattern: /\b3 vendas seguidas|longo de 6 horas|nas 72 horas|mais de 72 horas não recebe/gu,
    reason: 'limits of the rules',
  },
  { pattern: /últimas? \d+ (?:horas|dias)/gu, reason: 'limits of the rules' },
  {
    pattern: /\d+ postos? declaram? coordenadas fora do seu município; \d+, contrárias/gu,
    reason: 'declared points that are not believed are in no download',
  },
  {
    pattern: /^Num terminal, com o programa: gasolina vigiar .*/gu,
    reason: 'a line to copy, with its parameters',
  },
  { pattern: /limite 0,\d+/gu, reason: 'the ratio asked for' },
]
