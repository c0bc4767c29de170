/** `Ada` of `Ada <ada@example.org>`: who someone is is told by the name, where there is one. */
export function withoutMail(person: string): string {
  const index = person.lastIndexOf(' <');
  return index > 0 ? person.slice(0, index) : person;
}
