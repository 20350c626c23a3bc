import { normaliseLabel } from '../cells/cell-text.ts'

/** Given names that most people in Sweden have, and many of their neighbours. */
const given = new Set(
  `aaron adam agnes ahmed albin alex alexander alexandra ali alice alicia alma alva amanda amina anders andrea andreas anette angelica
  anita anja ann anna anna-karin anna-lena anneli annelie annica annika anton arne arvid astrid axel barbro bengt bengt-göran
  benjamin bernt berit bertil bill birgitta bjarne björn bo bosse britt britta camilla carina carin carl carl-johan carolina caroline
  catarina cecilia charlotta charlotte christer christian christina christoffer claes clara conny dag dan daniel daniela david
  dennis ebba edvin elias elin elina elisabet elisabeth ella ellen ellinor elsa emelie emil emilia emma emmy eric erica erik erika
  esbjörn ester eva evelina fanny fatima felicia felix filip filippa folke fredrik frida fredrika gabriel gabriella georg gerd göran
  greta gunilla gunnar gustaf gustav göte hampus hanna hannah hannes hans hans-erik harald harry hassan heidi helen helena helene henrik
  henning hilda hugo håkan ida inga inger ingemar ingrid ingvar irene irma isabella isabelle isak ivar jakob jacob jan jan-erik jane
  janne jasmine jenni jennie jenny jens jenna jesper jessica joakim joel johan johanna johannes john johnny jonas jonatan jonathan josef
  josefin josefine juan julia julie jörgen kaj kajsa karim karin karl karl-erik karolina kasper katarina katja kent kenneth kerstin
  kevin kim kjell klara klas knut krister kristian kristin kristina kristoffer kurt lars lars-erik lasse laila leif lena lennart leo
  leon lina linda linn linnea linnéa linus lisa lisbeth lis-marie liv louise lovisa lucas ludvig lukas magdalena magnus maja malin
  margareta margaretha maria mariana marianne marie marika marina markus marcus martin martina mathias mathilda mats mattias matilda
  max maximilian melker micael mia michael michaela mikael mikaela mohamed mohammed moa mona monica monika morgan mustafa måns märta
  nadia nathalie niclas niklas nicole nils nina nora oliver olivia olle olof ola omar oscar oskar otto ove patricia patrik paul
  paula paulina per per-erik peder pelle pernilla peter petra philip pia pontus rasmus rebecca rebecka rickard rikard robert robin
  roger roland rolf ronja ronny rune ruth samir samuel sandra sanna sara sarah sebastian selma signe sigrid simon siv sofia sofie
  solveig sonja staffan stefan stella sten stig stina sture susan susanna susanne svante sven svea sverker tanja tea theo theodor
  therese thomas tina tobias tom tomas tommy tor torbjörn tord tore torsten tove tuva ulf ulla ulrica ulrika urban ursula vera
  veronica veronika victor victoria viktor viktoria vilhelm vilma vincent viola viveka william yasmin ylva yngve yusuf yvonne zahra
  åke åsa örjan östen anne bente inge ingeborg jørgen kari lise merete mette morten ole søren torill trine antti juha jukka kaisa
  matti mikko päivi pekka timo`.split(/\s+/),
)

/** `Anna Svensson`, `SVENSSON, ANNA`, `Bo Ek`: a given name and one or two more words, and nothing that companies have. */
export function isPerson(text: string): boolean {
  const words = normaliseLabel(text).replace(',', '').split(' ')
  const areNames = words.length >= 2 && words.length <= 4 && words.every((word) => /^\p{L}[\p{L}'-]*\.?$/u.test(word))
  const isCompany = words.some((word) => ofCompanies.has(word))
  return areNames && !isCompany && [words[0], words.at(-1)].some((word) => given.has(word ?? ''))
}
const ofCompanies = new Set('ab hb kb för och co oy as a/s gmbh ltd inc restaurang café bageri hotell'.split(' '))
