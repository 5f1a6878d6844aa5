text = '{text}'
print(len(text))
