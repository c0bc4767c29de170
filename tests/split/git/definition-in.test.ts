import { describe, expect, test } from 'vitest';
import { definitionsOf } from '#lib/split/git/definition-in.ts';

const labelOf = (path: string, line: string) => definitionsOf(path)(line)?.label ?? null;

describe('what a line begins', () => {
  test.each([
    ['a.ts', 'export async function load(url: string) {', 'load()'],
    ['a.ts', 'export const total = (cart: Cart): number => {', 'total()'],
    ['a.ts', 'export interface Cart {', 'interface Cart'],
    ['a.ts', '  private async store(order: Order): Promise<void> {', 'store()'],
    ['a.js', 'res.send = function send(body) {', 'res.send()'],
    ['a.js', '  toMillis() {', 'toMillis()'],
    ['a.py', '    def total(self, cart):', 'total()'],
    ['a.py', 'class Cart(Base):', 'class Cart'],
    ['a.rb', '  def price!', 'price!()'],
    ['a.go', 'func (l *ledger) post(id int) error {', 'post()'],
    ['a.go', 'type ledger struct {', 'type ledger'],
    ['a.rs', '    pub(crate) fn load<T>(path: &Path) -> Result<T> {', 'load()'],
    ['a.rs', 'impl<T> Shop for Cart<T> {', 'impl<T> Shop'],
    ['A.java', '  public static <T> List<T> all(Class<T> type) throws IOException {', 'all()'],
    ['A.java', 'public final class Cart extends Base {', 'class Cart'],
    ['A.cs', '    public int Total { get; }', null],
    ['a.kt', 'fun String.price(): Int = 1', 'String.price()'],
    ['a.c', 'static int parse(const char *text,', 'parse()'],
    ['a.cc', 'auto Cart::total(int factor) const -> int {', 'Cart::total()'],
    ['a.h', 'class SHOP_API Cart {', 'class SHOP_API Cart'],
    ['a.php', '    public function total(array $cart): int', 'total()'],
  ])('%s: %s', (path, line, label) => {
    expect(labelOf(path, line)).toBe(label);
  });

  test.each([
    ['a.ts', '  if (total(cart) > 0) {'],
    ['a.ts', '  return cart.map((item) => {'],
    ['a.ts', "test('adds', () => {"],
    ['a.ts', '  const sum = price(cart) + 1;'],
    ['a.ts', ' * function of time'],
    ['a.c', '  parse(text);'],
    ['a.c', 'int parse(const char *text);'],
    ['a.c', '#define parse(text) (text)'],
    ['a.py', '    return total(cart)'],
    ['a.py', 'print(total(cart))'],
    ['a.sh', 'echo "class of things"'],
    ['a.md', 'function total() {'],
    ['a.yaml', 'class: Cart'],
  ])('%s: %s begins nothing', (path, line) => {
    expect(labelOf(path, line)).toBeNull();
  });

  test('a line of any length and of any marks is read in time that grows with it', () => {
    const pieces = ['export ', 'a ', 'a<', '(', ') ', 'pub ', '*& ', 'a(', ' = ', 'type a '];
    for (const path of ['a.ts', 'a.cc', 'a.java']) {
      for (const piece of pieces) labelOf(path, `${piece.repeat(100_000)}{`);
      for (const piece of pieces) labelOf(path, `${piece.repeat(280 / piece.length)}{`);
    }
  });
});
