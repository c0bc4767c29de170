/** `Ada` for `Ada <ada@example.org>`: the name is enough to identify a person, where there is one. */
export function withoutMail(person: string): string {
  const index = person.lastIndexOf(' <');
  return index > 0 ? person.slice(0, index) : person;
}
